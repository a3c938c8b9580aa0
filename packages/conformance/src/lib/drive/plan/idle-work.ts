type Work = () => Promise<void>;

/** Work to do while a run only waits. */
export class IdleWork {
  #due: Iterator<Work> | undefined;
  #extra: Iterator<Work> | undefined;

  /** Offers work, in order: `due` first, which is done in any case, then `extra` for as long as a wait lasts. */
  offer(due: Iterator<Work>, extra: Iterator<Work>): void {
    this.#due = due;
    this.#extra = extra;
  }

  /** Works while a wait lasts, and lets work in progress end. */
  async during<Result>(wait: () => Promise<Result>): Promise<Result> {
    let isOver = false;
    const working = onWorkers(() => (isOver ? undefined : (next(this.#due) ?? next(this.#extra))));
    // It is awaited below, perhaps after it failed.
    working.catch(() => {});
    try {
      return await wait();
    } finally {
      isOver = true;
      await working;
    }
  }

  /** Does what is due and left; with `extra`, all work. */
  async finish(extra?: 'extra'): Promise<void> {
    await onWorkers(() => next(this.#due) ?? (extra && next(this.#extra)));
  }
}

/** Pieces of work in progress at a time: other calls of the run still find a turn. */
const WORKERS = 4;

async function onWorkers(take: () => Work | undefined): Promise<void> {
  const worker = async (): Promise<void> => {
    for (let work = take(); work !== undefined; work = take()) await work();
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
}

function next(works: Iterator<Work> | undefined): Work | undefined {
  const result = works?.next();
  return result?.done === true ? undefined : result?.value;
}
