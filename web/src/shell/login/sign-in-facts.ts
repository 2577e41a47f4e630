import { type SignInSettings, signInSettings } from '@xueheng/contract/domains/sign-in/auth.ts'
import { type TenantBrand } from '@xueheng/contract/platform/brand.ts'
import { tenantInfo } from '@xueheng/contract/domains/tenancy/tenant-info.ts'
import { get } from '../../platform/api/client.ts'
import { setBrand } from '../../platform/theme/brand.ts'

export interface SignInFacts {
  settings: SignInSettings
  tenantId: string
  /** The host says which tenant this is; the user need not. */
  isTenantKnown: boolean
}

/** What the form depends on: the server's settings, and the tenant when the host is known. */
export async function readSignInFacts(): Promise<SignInFacts> {
  const [{ settings }, host] = await Promise.all([
    get<{ settings: SignInSettings }>(signInSettings.path),
    get<({ tenantId?: string } & Partial<TenantBrand>) | null>(tenantInfo.path, {
      domain: window.location.origin,
    }).catch(() => null),
  ])
  setBrand(host)
  return { settings, tenantId: host?.tenantId || settings.tenantId, isTenantKnown: Boolean(host?.tenantId) }
}
