import type { ScreenLayout } from '../platform/crud/layout.ts'

/** Models and scoring items are written on pages of their own. */
export const examModelLayouts: Record<string, ScreenLayout> = {
  examModel: { first: ['modelName', 'modelStatus'], isReadOnly: true },
  examModelScoring: { isReadOnly: true },
}
