// A small honest Peppol on this machine. Nothing but settings for the real rooms: it short-cuts no
// protocol.

export { openInbox } from './inbox.ts'
export {
  type Respond,
  type Sandbox,
  startSandbox,
} from './sandbox.ts'
export { openSimulation, type Simulation } from './simulation.ts'
