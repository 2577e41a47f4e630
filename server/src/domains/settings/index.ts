export { readDictionaries, writeDictionaries } from './dict/copy-dict.ts'
export { seedDictionaries, seedSharedDictionaries } from './dict/seed-dict.ts'
export { addMissingParam } from './params.ts'
export { seedRegions } from './region/seed-regions.ts'
