// A small Peppol network on this machine. The gateway joins it by settings alone; no protocol is
// cut short.

export { openInbox } from './inbox.ts'
export {
  type Respond,
  revokeInSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxSettings,
  settingsIn,
  startSandbox,
} from './sandbox.ts'
export { openSimulation, type Simulation } from './simulation.ts'
