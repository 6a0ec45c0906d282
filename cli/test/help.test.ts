import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { readExamples } from '../src/command.ts';
import { createProgram } from '../src/program.ts';

test('help of every command fits 80 columns and has examples', () => {
  const visit = (command: Command): Command[] => [command, ...command.commands.flatMap(visit)];
  const commands = visit(createProgram()).filter((command) => !command.name().startsWith('__'));
  for (const command of commands) {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    for (const line of help.split('\n')) assert.ok(line.length <= 80, `${command.name()}: ${line}`);
    for (const [, id = ''] of help.matchAll(/\b(?:fb|wl|tm|cl|whk|dlv)_([0-9a-z]+)/g))
      assert.equal(id.length, 26, `${command.name()}: ${id}`);
    if (!command.commands.length) assert.ok(readExamples(command).length, `${command.name()} has no examples`);
  }
});
