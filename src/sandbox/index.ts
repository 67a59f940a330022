// A small honest Peppol on this machine. Nothing but settings for the real rooms: it short-cuts no
// protocol.

export { openInbox } from './inbox.ts'
export { type Misbehaviour, misbehaviours } from './misbehaviour.ts'
export {
  type AccessPoint,
  type As4Request,
  discard,
  errorSignal,
  keepMessage,
  openMessage,
} from './reception.ts'
export { type Sandbox, type SandboxOptions, type SandboxSettings, startSandbox } from './sandbox.ts'
export { openSimulation, type Simulation } from './simulation.ts'
