// Whose figures a caller sees.

import { requireScope } from '../access/may-call.ts'
import type { Caller, Gateway } from '../gateway.ts'
import type { Figures } from '../runtime/figures.ts'

/** Figures of the caller's tenant, or of all for operators. Throws Problem `auth.scope-missing`. */
export async function showFigures(
  { figuresOf }: Pick<Gateway, 'figuresOf'>,
  caller: Caller,
  of: Figures['of'],
): Promise<Figures> {
  if (of === 'installation') requireScope(caller, 'operator')
  return { of, ...(await figuresOf(of === 'tenant' ? caller.tenant.id : undefined)) }
}
