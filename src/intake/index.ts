// Reading what callers send: small documents in the calling thread, large ones in threads of their
// own, by the same steps.
export { type IntakeLimits, openIntake } from './intake.ts'
