// How far the memory of this process rises while something runs. On Linux the peak so far is
// forgotten first (proc_pid_clear_refs(5)); elsewhere only a new peak of the whole process counts.
import { writeFileSync } from 'node:fs'

const isForgetful = process.platform === 'linux'

export async function withPeak<Made>(
  run: () => Promise<Made>,
): Promise<{ made: Made; mebibytes: number }> {
  if (isForgetful) writeFileSync('/proc/self/clear_refs', '5')
  const before = process.resourceUsage().maxRSS
  const made = await run()
  return { made, mebibytes: (process.resourceUsage().maxRSS - before) / 1024 }
}
