// Memory is laid out once; nothing is allocated while a scan runs. The compiler's own data begins behind it (--memoryBase).

/** Sixteen numbers through which an event tells its particulars. */
export const REGISTERS: usize = 0x400;
/** Hits of a batch: offset, bytes, identity (f64 each), label's address and length (u32 each). */
export const BATCH_HITS: i32 = 512;
export const BATCH_OFFSETS: usize = 0x1000;
export const BATCH_BYTES: usize = BATCH_OFFSETS + 8 * BATCH_HITS;
export const BATCH_IDENTITIES: usize = BATCH_BYTES + 8 * BATCH_HITS;
export const BATCH_LABELS: usize = BATCH_IDENTITIES + 8 * BATCH_HITS;
export const BATCH_LABEL_LENGTHS: usize = BATCH_LABELS + 4 * BATCH_HITS;
/** Elements of the arrays that hold aliases, and of those that hold media (f64 each). */
export const BATCH_ALIASES: usize = 0x5000;
export const BATCH_MEDIA: usize = 0x6000;
/** Scores (f64 each). */
export const BATCH_SCORES: usize = 0x7000;
/** A label has at most 256 bytes. */
export const BATCH_TEXTS: usize = 0x8000;

/** Decoded text of the string or key at hand, and a host in small letters. */
export const DECODED: usize = 0x30000;
export const HOST: usize = 0x34000;
/** Marks of the hits of a batch (f64 each). */
export const BATCH_MARKS: usize = 0x35800;
/** Hashes of the stories that the host has not taken yet (f64 each). */
export const STORIES: usize = 0x36800;
export const STORY_COUNT: i32 = 512;
/** For each byte up to 0x7f a vector of it: see vectors.ts. */
export const VECTORS: usize = 0x38000;
/** Entries of the values that the hit at hand has (u32 each): see kept-text.ts. */
export const HIT_VALUES: usize = 0x39000;
export const HIT_VALUE_COUNT: i32 = 7_168;
/** For every code point up to U+FFFF: 0 if it tells no script, else one more than the index of its script. */
export const SCRIPT_TABLE: usize = 0x40000;
/** Texts seen in the hit at hand: hash (u64), stamp (u64); behind them, room to move the hashes of half of them. */
export const REPEAT_SLOTS: usize = 0x50000;
export const REPEAT_SLOT_COUNT: i32 = 8_192;

/** Paths: see path.ts. */
export const PATHS: usize = 0x80000;
export const PATH_BYTES: usize = 384;
export const MAX_PATHS: i32 = 4_096;
/** Addresses of paths by hash of container and key. */
export const PATH_SLOTS: usize = 0x220000;
export const PATH_SLOT_COUNT: i32 = 16_384;
/** Keys of paths, one place for each path, with 32 bytes behind each. */
export const PATH_KEYS: usize = 0x230000;
export const PATH_KEY_BYTES: usize = 288;

/** Addresses of paths by short keys: see keys.ts. */
export const KNOWN_KEYS: usize = 0x28000;
export const KNOWN_KEY_BITS: u64 = 12;

/** Values and tallies: see kept-text.ts. */
export const KEPT: usize = 0x350000;
export const KEPT_BYTES: usize = 32;
export const MAX_KEPT_TEXTS: i32 = 65_536;
export const KEPT_SLOTS: usize = 0x550000;
export const KEPT_SLOT_COUNT: i32 = 131_072;
/** One bit for each slot that is taken: few enough bytes for the nearest cache. */
export const KEPT_BITS: usize = 0x2c000;
export const KEPT_TEXTS: usize = 0x5d0000;
export const MAX_KEPT_BYTES: i32 = 4 * 1_024 * 1_024;

/** The beginning of a token that is longer than what is kept in one piece. */
export const CAPTURE: usize = 0xa00000;
const MAX_CAPTURE_BYTES: i32 = 0x100000;

/** Input: two places for chunks in turn, and before each what was left of the last one. The host writes to one while the other is read. */
const CARRIED_BYTES: i32 = MAX_CAPTURE_BYTES + 0x1000;
export const CHUNK: usize = 0xa00000 + 0x100000 + 0x1000 + CARRIED_BYTES;
export const CHUNK_CAPACITY: i32 = 0x100000;
export const OTHER_CHUNK: usize = CHUNK + CHUNK_CAPACITY + 0x1000 + CARRIED_BYTES;

/** Hashes of the keys in maps of the hit at hand (u64); behind them, room to move those of a quarter of the slots: see seen-keys.ts. */
export const SEEN_KEYS: usize = OTHER_CHUNK + CHUNK_CAPACITY + 0x1000;
export const SEEN_KEY_COUNT: i32 = 65_536;

/** Open containers, then their keys; as many as the scan's greatest depth asks for. */
export const FRAMES: usize = SEEN_KEYS + (<usize>SEEN_KEY_COUNT << 3) + (<usize>SEEN_KEY_COUNT << 1);
export const FRAME_BYTES: usize = 64;
/** Bytes of a key, as written, that are kept for the path of an error. */
export const STEP_BYTES: i32 = 384;
