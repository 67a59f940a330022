// Fetches pinned jars with the Maven client, which knows the operator's mirrors and proxies, so
// that no host is named here.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy'
const timeoutMs = 600_000

/**
 * Puts the jars into the folder, in one run of the client. Throws an Error with
 * the client's message.
 */
export async function fetchWithMaven(artifacts: readonly string[], folder: string): Promise<void> {
  // In a folder of its own: Maven obeys any pom.xml in its working folder.
  const workFolder = await mkdtemp(join(tmpdir(), 'fourcorner-rules-'))
  try {
    await writeFile(join(workFolder, 'pom.xml'), project(artifacts, folder))
    // -C refuses a file that does not match the registry's checksum.
    await run('mvn', ['-q', '-B', '-ntp', '-C', plugin], { cwd: workFolder, timeout: timeoutMs })
  } catch (error) {
    throw new Error(explain(error), { cause: error })
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

function explain(error: unknown): string {
  const { code, killed, stdout } = error as { code?: unknown; killed?: boolean; stdout?: string }
  if (code === 'ENOENT')
    return 'Maven is not installed; install it, or name a folder of jars with --from'
  if (killed) return `Maven did not finish within ${timeoutMs / 1000} s`
  const said = /\[ERROR\] (.*)/.exec((stdout ?? '').replaceAll('\u001b[0m', ''))?.[1]
  return `Maven could not fetch the rules: ${said ?? String(error)}`
}

function project(artifacts: readonly string[], folder: string): string {
  const items = artifacts.map((artifact) => {
    const [groupId, artifactId, version, type = 'jar', classifier] = artifact.split(':')
    const parts = { groupId, artifactId, version, type, ...(classifier ? { classifier } : {}) }
    return `<artifactItem>${elements(parts)}</artifactItem>`
  })
  const configuration =
    `<outputDirectory>${escapeXml(folder)}</outputDirectory>` +
    `<artifactItems>${items.join('')}</artifactItems>`
  const identity = elements({
    modelVersion: '4.0.0',
    groupId: 'fourcorner',
    artifactId: 'rules',
    version: '1',
    packaging: 'pom',
  })
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">${identity}<build><plugins><plugin>
<groupId>org.apache.maven.plugins</groupId>
<artifactId>maven-dependency-plugin</artifactId><version>3.9.0</version>
<configuration>${configuration}</configuration></plugin></plugins></build></project>`
}

function elements(values: Record<string, string | undefined>): string {
  return Object.entries(values)
    .map(([name, value]) => `<${name}>${escapeXml(value ?? '')}</${name}>`)
    .join('')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
