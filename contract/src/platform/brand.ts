/** How the product looks to the people of a tenant; empty values are the product's own. */
export interface TenantBrand {
  brandTitle: string
  /** #rrggbb. */
  brandColor: string
  /** Addresses of pictures. */
  logoUrl: string
  backgroundUrl: string
}
