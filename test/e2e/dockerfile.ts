// Parses a Dockerfile and runs its steps without a container engine: each stage is a folder,
// each RUN a shell command. It proves the steps, not the base image: node, npm and the users
// are this machine's.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, statSync } from 'node:fs'
import { basename, join, posix } from 'node:path'

export type Instruction = { name: string; rest: string; words: string[] }

export type Image = {
  /** Where a path of the container is on this machine. */
  path(inside: string): string
  workingFolder: string
  environment: Record<string, string>
  user: string
  command: string[]
  healthCheck: string[]
  copiedFromContext: string[]
}

/** Arguments before the first stage have their defaults wherever they are named. */
export function readDockerfile(text: string): Instruction[] {
  const defaults = Object.fromEntries(
    [...text.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  )
  return text
    .replaceAll(/^(#|ARG ).*$/gm, '')
    .replaceAll(/\$\{(\w+)\}/g, (whole, name) => defaults[name] ?? whole)
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...words] = line.trim().split(/\s+/)
      return { name, rest: line.trim().slice(name.length).trim(), words }
    })
}

/** The last stage, after all steps. Throws at a failing or unknown step. */
export function walkDockerfile(
  instructions: Instruction[],
  { context, folder }: { context: string; folder: string },
): Image {
  const stages = new Map<string, Image>()
  const copiedFromContext: string[] = []
  let stage = newStage(folder, 'none', copiedFromContext)
  for (const { name, rest, words } of instructions) {
    switch (name) {
      case 'FROM': {
        const title = words[2] ?? 'last'
        stage = newStage(folder, title, copiedFromContext)
        stages.set(title, stage)
        break
      }
      case 'WORKDIR':
        stage.workingFolder = rest
        mkdirSync(stage.path(rest), { recursive: true })
        break
      case 'ENV':
        for (const word of words) Object.assign(stage.environment, assignment(word))
        break
      case 'COPY':
        copy(stage, stages, context, words)
        break
      case 'RUN':
        run(stage, rest)
        break
      case 'USER':
        stage.user = rest
        break
      case 'CMD':
        stage.command = JSON.parse(rest)
        break
      case 'HEALTHCHECK':
        stage.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD') + 3))
        break
      case 'VOLUME':
      case 'EXPOSE':
        break
      default:
        throw new Error(`this walk does not know ${name}`)
    }
  }
  return stage
}

function newStage(folder: string, title: string, copiedFromContext: string[]): Image {
  return {
    path: (inside) => join(folder, title, inside),
    workingFolder: '/',
    environment: {},
    user: 'root',
    command: [],
    healthCheck: [],
    copiedFromContext,
  }
}

function copy(stage: Image, stages: Map<string, Image>, context: string, words: string[]): void {
  const flags = words.filter((word) => word.startsWith('--'))
  const paths = words.filter((word) => !word.startsWith('--'))
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length)
  const origin = from === undefined ? undefined : stages.get(from)
  if (from !== undefined && !origin) throw new Error(`there is no stage ${from}`)
  const target = paths.at(-1)!
  const inside = posix.resolve(stage.workingFolder, target)
  for (const source of paths.slice(0, -1)) {
    if (!origin) stage.copiedFromContext.push(source)
    const path = origin ? origin.path(source) : join(context, source)
    const isFile = statSync(path).isFile()
    const destination =
      isFile && target.endsWith('/') ? posix.join(inside, basename(source)) : inside
    cpSync(path, stage.path(destination), { recursive: true, verbatimSymlinks: true })
  }
}

function run({ path, workingFolder, environment }: Image, command: string): void {
  const { PATH, HOME } = process.env
  execFileSync('sh', ['-ec', command], {
    cwd: path(workingFolder),
    env: { PATH, HOME, ...configurationOfNpm(), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

// How npm reaches its registry depends on the machine, not on the image.
function configurationOfNpm(): Record<string, string | undefined> {
  const names = Object.keys(process.env).filter((name) =>
    /^(npm_config_|https?_proxy|no_proxy|node_extra_ca)/i.test(name),
  )
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}

function assignment(word: string): Record<string, string> {
  const at = word.indexOf('=')
  return { [word.slice(0, at)]: word.slice(at + 1) }
}
