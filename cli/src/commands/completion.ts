import { Argument, type Command } from 'commander';
import { define } from '../command.ts';
import { print } from '../output.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

// cspell:disable
/** Scripts that ask `earshot __complete` for candidates of the current word. */
const SCRIPTS: Record<(typeof SHELLS)[number], string> = {
  bash: `_earshot() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(earshot __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _earshot earshot`,
  zsh: `#compdef earshot
_earshot() {
  local -a candidates
  candidates=("\${(@f)$(earshot __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a candidates
}
if [ "$funcstack[1]" = "_earshot" ]; then _earshot "$@"; else compdef _earshot earshot; fi`,
  fish: `function __earshot_complete
  set -l words (commandline -opc) (commandline -ct)
  earshot __complete -- $words[2..-1] 2>/dev/null
end
complete -c earshot -f -a '(__earshot_complete)'`,
};

// cspell:enable

export function defineCompletion(program: Command): void {
  define(program, 'completion', 'Print a script that completes commands, options and values.', [
    '# bash: add to ~/.bashrc',
    'eval "$(earshot completion bash)"',
    '# zsh: add to ~/.zshrc, at the end',
    'eval "$(earshot completion zsh)"',
    '# fish',
    'earshot completion fish > ~/.config/fish/completions/earshot.fish',
  ])
    .summary('print a completion script')
    .addArgument(new Argument('<shell>', 'shell').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => print(SCRIPTS[shell]));

  program
    .command('__complete [words...]', { hidden: true })
    .action((words: string[]) => print(findCandidates(program, words).join('\n')));
}

/** Returns the commands, options or values that can replace the last word of a command line. */
export function findCandidates(program: Command, words: string[]): string[] {
  const current = words.at(-1) ?? '';
  const visible = (command: Command) => command.createHelp().visibleCommands(command);
  let command = program;
  for (const word of words.slice(0, -1)) command = command.commands.find((candidate) => candidate.name() === word) ?? command;
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const previous = options.find(
    (option) => [option.short, option.long].includes(words.at(-2) ?? '') && (option.required || option.optional),
  );
  if (previous?.argChoices) return previous.argChoices.filter((value) => value.startsWith(current));
  if (previous?.required) return [];
  const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const candidates = current.startsWith('-')
    ? options.flatMap(({ long }) => long ?? [])
    : [...visible(command).map((child) => child.name()), ...values];
  return candidates.filter((candidate) => candidate.startsWith(current));
}
