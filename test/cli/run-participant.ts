// Runs `fourcorner participant …`, or another command, in this process: what it writes, and its
// exit code.
import type { Command } from 'commander'
import { vi } from 'vitest'
import { participantCommand } from '../../src/cli/participant.ts'

export type Said = { out: string; err: string; code: number }

/** With these settings beside those of the environment. */
export function runParticipant(words: string, settings: Record<string, string>): Promise<Said> {
  return runCommand(participantCommand(), words, settings)
}

export async function runCommand(
  command: Command,
  words: string,
  settings: Record<string, string>,
): Promise<Said> {
  const [out, err] = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  process.exitCode = undefined
  try {
    await command.parseAsync(words.split(' '), { from: 'user' })
    const code = Number(process.exitCode ?? 0)
    return { out: out!.mock.calls.join(''), err: err!.mock.calls.join(''), code }
  } finally {
    process.exitCode = undefined
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  }
}

/** Each line of the output as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not typed
export function linesIn({ out }: Said): any[] {
  return out.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
}
