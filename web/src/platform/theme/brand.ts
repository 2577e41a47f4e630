import type { TenantBrand } from '@xueheng/contract/platform/brand.ts'
import { create } from 'zustand'
import { keep, kept } from '../api/storage.ts'

const KEY = 'brand'
const OWN: TenantBrand = { brandTitle: '', brandColor: '', logoUrl: '', backgroundUrl: '' }

/** What the tenant calls the product and how it looks there; empty values are the product's own. */
export const useBrand = create<TenantBrand>(() => ({ ...OWN, ...kept<TenantBrand>(KEY) }))

/** Takes a tenant's brand, or the product's own; kept, so that the next visit begins with it. */
export function setBrand(brand: Partial<TenantBrand> | null | undefined): void {
  const { brandTitle = '', brandColor = '', logoUrl = '', backgroundUrl = '' } = brand ?? {}
  const next: TenantBrand = { brandTitle, brandColor, logoUrl, backgroundUrl }
  useBrand.setState(next)
  keep(KEY, next)
}
