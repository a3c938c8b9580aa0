import { CliError, completeWords, type AddCommand, type Io } from '@idvkit/cli-kit';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

type Shell = (typeof SHELLS)[number];

/** Scripts that ask `idvkit completion SHELL -- WORDS` for candidates. */
const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_idvkit() {
  local IFS=$'\\n'
  COMPREPLY=($(idvkit completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _idvkit idvkit
`,
  zsh: `#compdef idvkit
_idvkit() {
  local -a found
  found=("\${(@f)$(idvkit completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _idvkit idvkit
`,
  fish: `function __idvkit_complete
  set -l found (idvkit completion fish -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c idvkit -f -a '(__idvkit_complete)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName 'idvkit' -ScriptBlock {
  param($word, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($word -eq '') { $words += '' }
  idvkit completion powershell '--' @words 2>$null | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
};

const EXAMPLES = `
Examples:
  bash, in ~/.bashrc:
    source <(idvkit completion bash)
  zsh, in ~/.zshrc, after compinit:
    source <(idvkit completion zsh)
  fish, in ~/.config/fish/config.fish:
    idvkit completion fish | source
  PowerShell, in $PROFILE:
    idvkit completion powershell | Out-String | Invoke-Expression

It completes commands, options, and values such as ids of rules and faults.`;

/** Adds `idvkit completion`. */
export const addCompletion: AddCommand = (command, { io, run }) => {
  command
    .argument('<shell>', SHELLS.join(', '))
    .argument('[words...]', 'Words typed so far, after --; the scripts give them')
    .addHelpText('after', EXAMPLES)
    .action(run((shell: string, words: readonly string[]) => complete(shell, words, io)));
};

async function complete(name: string, words: readonly string[], io: Io): Promise<void> {
  const shell = SHELLS.find((each) => each === name);
  if (shell === undefined) {
    const message = `Cannot complete in "${name}": it is not a known shell.`;
    throw new CliError({ code: 'shell-unknown', message, fix: `Give one of ${SHELLS.join(', ')}.` });
  }
  if (words.length === 0) {
    io.stdout.write(SCRIPTS[shell]);
    return;
  }
  const { idvkit } = await import('./idvkit.ts');
  const found = await completeWords(idvkit, words, { io, valuesOf });
  if (found.length > 0) io.stdout.write(`${found.join('\n')}\n`);
}

const RULE_NAMES: ReadonlySet<string> = new Set(['rules', 'only', 'skip', 'require']);

/** Returns the values of options and arguments that take ids. */
async function valuesOf(name: string, command: string): Promise<readonly string[]> {
  if (name === 'only' && command === 'harden') {
    const { allFaults, allVariations } = await import('@idvkit/mock');
    return [...allFaults, ...allVariations].map(({ id }) => id);
  }
  if (RULE_NAMES.has(name)) return (await import('@idvkit/schema/rules')).RULE_IDS;
  if (name === 'fault') return (await import('@idvkit/mock')).allFaults.map(({ id }) => id);
  if (name === 'variation') return ['all', ...(await import('@idvkit/mock')).allVariations.map(({ id }) => id)];
  return [];
}
