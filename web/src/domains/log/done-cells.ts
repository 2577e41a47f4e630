import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { t } from '../../platform/i18n/i18n.ts'

/** What was done is kept by the title of its call, and read in the language of the reader. */
export const DONE: OwnCells = { title: { width: 200, draw: (value) => t(String(value ?? '')) } }
