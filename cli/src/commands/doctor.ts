import type { Command } from 'commander';
import { define, run, withJson } from '../command.ts';
import { runChecks } from '../doctor/checks.ts';
import { type Finding, FINDING_FIELDS } from '../doctor/findings.ts';
import { EXIT } from '../errors.ts';
import { isTerminal, type OutputOptions, paint, print, printData, wantsJson } from '../output.ts';
import { count, oneLine } from '../text.ts';

const SYMBOLS = { ok: paint('green', '✓'), warning: paint('yellow', '!'), error: paint('red', '✗') };
const NAME_COLUMNS = 12;

export function defineDoctor(program: Command): void {
  withJson(
    define(
      program,
      'doctor',
      'Check the configuration of an instance: connection, versions, clocks, public URL,\nproxy, mail, sign-in, databases and disk. With a project, sends an event named\nearshot_doctor and waits until reports count it.\n\nExit code 1 after an error. Warnings do not change the exit code.',
      ['earshot doctor', 'earshot doctor --project acme --json check,state,fix'],
    ).summary('check the configuration of an instance'),
    FINDING_FIELDS,
  ).action(
    run(async (context, options: OutputOptions) => {
      const findings: Finding[] = [];
      const isData = wantsJson(options);
      for await (const finding of runChecks(context)) {
        findings.push(finding);
        if (!isData) printFinding(finding);
      }
      const errors = findings.filter(({ state }) => state === 'error').length;
      const warnings = findings.filter(({ state }) => state === 'warning').length;
      await printData(findings, {
        resource: FINDING_FIELDS,
        options,
        printText: () => {
          if (isTerminal()) print(`\n${count(errors, 'error')}, ${count(warnings, 'warning')}`);
        },
      });
      if (errors) process.exitCode = EXIT.failure;
    }),
  );
}

function printFinding({ check, state, message, fix }: Finding): void {
  const text = oneLine(message);
  if (!isTerminal()) return print([check, state, text, fix ?? ''].join('\t'));
  print(`${SYMBOLS[state]} ${check.padEnd(NAME_COLUMNS)}${text}`);
  if (fix) print(paint('dim', `${' '.repeat(NAME_COLUMNS + 2)}${fix}`));
}
