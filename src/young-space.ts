// The space in which V8 makes new objects. It doubles whenever it is full, up to three times 16 MB,
// and an idle process keeps it. Loading and starting a gateway fills it again and again, the work
// of most gateways does not: so it begins to grow once the gateway listens, as load demands
// (docs/adr/0050-the-young-space-grows-once-a-gateway-listens.md).
import { setFlagsFromString } from 'node:v8'

export function keepYoungSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

export function letYoungSpaceGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
}
