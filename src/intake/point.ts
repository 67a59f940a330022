// Leads from a place in UBL back to the place in the JSON that it was made from.
import { ublLocations } from '../billing/index.ts'

/** For a place in the UBL made from this JSON, the place in the JSON that it comes from. */
export function pointersInto(json: Buffer, ubl: Buffer): (xpath: string) => string | undefined {
  const places = ublLocations(ubl)
  const own: unknown = JSON.parse(new TextDecoder().decode(json))
  return (xpath) => places.pointerOf(xpath, own)
}
