// Opens the store of the configuration: connection failures name the setting to correct.
import { isDatabaseAway, openStore, type Store } from '../store/index.ts'

/** Throws as openStore does. */
export async function openConfiguredStore(...given: Parameters<typeof openStore>): Promise<Store> {
  try {
    return await openStore(...given)
  } catch (cause) {
    const error = cause as Error & { code?: string }
    if (!('databaseUrl' in given[0]) || !givesNoAccess(error)) throw error
    throw new Error(
      `DATABASE_URL: the database gives no access (${error.message || error.code}); start it, or ` +
        'correct the setting.',
      { cause },
    )
  }
}

/** SQLSTATE 28 is a user or password that is not taken, 3D a database that does not exist. */
function givesNoAccess(error: Error & { code?: string }): boolean {
  return isDatabaseAway(error) || /^(28|3D)\w{3}$/.test(error.code ?? '')
}
