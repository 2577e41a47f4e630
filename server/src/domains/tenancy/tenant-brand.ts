import type { TenantBrand } from '@xueheng/contract/platform/brand.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/pool.ts'

const BRAND = sql`coalesce(brand_title, '') as "brandTitle", coalesce(brand_color, '') as "brandColor",
  coalesce(logo_url, '') as "logoUrl", coalesce(background_url, '') as "backgroundUrl"`

/** How the product looks to the people of the tenant. */
export async function brandOf(database: Database, tenantId: string): Promise<TenantBrand | undefined> {
  const found = await sql<TenantBrand>`select ${BRAND} from tenant where tenant_id = ${tenantId}`.execute(database.open)
  return found.rows[0]
}

/** Clients send the origin, later ones with a path behind it: only the origin counts. */
export async function tenantOf(database: Database, domain: string): Promise<object> {
  const origin = /^https?:\/\/[^/]+/.exec(domain)?.[0]
  if (!origin) return {}
  const found = await sql<object>`select tenant_id as "tenantId", domain_url as domain, ${BRAND}
    from tenant where domain_url = ${origin} and is_deleted = 0`.execute(database.open)
  return found.rows[0] ?? {}
}
