import type { tenantInfo } from '@xueheng/contract/domains/tenancy/tenant-info.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { TenantBrand } from '@xueheng/contract/platform/brand.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/pool.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { tenant } from './tables.ts'

const BRAND = sql`coalesce(brand_title, '') as brand_title, coalesce(brand_color, '') as brand_color,
  coalesce(logo_url, '') as logo_url, coalesce(background_url, '') as background_url`

/** How the product looks to the people of the tenant. */
export async function brandOf(database: Database, tenantId: string): Promise<TenantBrand | undefined> {
  const found = await sql<TenantBrand>`select ${BRAND} from ${own(tenant)} where tenant_id = ${tenantId}`.execute(
    database.open,
  )
  return found.rows[0]
}

/** The tenant's own name, as it stands above its papers; empty where nobody has given it one. */
export async function tenantName(ctx: Ctx): Promise<string> {
  const found = await sql<{ tenantName: string }>`
    select tenant_name from ${own(tenant)} where tenant_id = ${ctx.user.tenantId}`.execute(ctx.db)
  return found.rows[0]?.tenantName ?? ''
}

/** Clients send the origin, later ones with a path behind it: only the origin counts. */
export async function tenantOf(database: Database, domain: string): Promise<Output<typeof tenantInfo>> {
  const origin = /^https?:\/\/[^/]+/.exec(domain)?.[0]
  if (!origin) return null
  const found = await sql<NonNullable<Output<typeof tenantInfo>>>`select tenant_id, domain_url as domain, ${BRAND}
    from ${own(tenant)} where domain_url = ${origin} and is_deleted = 0`.execute(database.open)
  return found.rows[0] ?? null
}
