export { seedDictionaries, seedSharedDictionaries } from './dict/seed-dict.ts'
export { seedRegions } from './region/seed-regions.ts'
