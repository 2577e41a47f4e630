import { MALL_SERVICES } from './parent.ts'

/** Path and aliases of a call that stands below every path of an entity. */
export function under(entity: { paths: string[] }, segment: string): { path: string; aliases: string[] } {
  const [path = '', ...aliases] = entity.paths.map((base) => `${base}/${segment}`)
  return { path, aliases }
}

/** The same of a call that belongs to no entity. */
export function everywhere(segment: string): { path: string; aliases: string[] } {
  const [path = '', ...aliases] = MALL_SERVICES.map((service) => `/api/${service}/${segment}`)
  return { path, aliases }
}
