import type { Installation } from '@xueheng/contract/platform/installation.ts'
import { currentZone } from '../../platform/clock.ts'
import { setting } from '../../platform/settings.ts'
import type { TenantDeps } from '../tenancy/index.ts'

/** What every page has to know, whoever is signed in: as the managing tenant sets it. */
export async function readInstallation({ config, database }: TenantDeps): Promise<Installation> {
  const codes = await setting(database.tenant(config.tenantId), 'page.silentCodes')
  return { timeZone: currentZone(), silentCodes: codes === '' ? [] : codes.split(',').map(Number) }
}
