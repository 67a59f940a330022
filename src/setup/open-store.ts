// Opens the store of the configuration: connection failures name the setting to correct.
import { beginStore, isDatabaseAway, type Opening, type Store } from '../store/index.ts'

type Given = Parameters<typeof beginStore>

/** Throws as openStore does. */
export async function openConfiguredStore(...given: Given): Promise<Store> {
  const { store, opened } = await beginConfiguredStore(...given)
  await opened
  return store
}

/** Throws as beginStore does. */
export async function beginConfiguredStore(...given: Given): Promise<Opening> {
  const { store, opened } = await beginStore(...given)
  const openedOrTold = opened.catch((error: Error & { code?: string }) => {
    if (!('databaseUrl' in given[0]) || !givesNoAccess(error)) throw error
    throw new Error(
      `DATABASE_URL: the database gives no access (${error.message || error.code}); start it, or ` +
        'correct the setting.',
      { cause: error },
    )
  })
  openedOrTold.catch(() => {})
  return { store, opened: openedOrTold }
}

/** SQLSTATE 28 is a user or password that is not taken, 3D a database that does not exist. */
function givesNoAccess(error: Error & { code?: string }): boolean {
  return isDatabaseAway(error) || /^(28|3D)\w{3}$/.test(error.code ?? '')
}
