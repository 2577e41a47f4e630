import type { ScreenLayout } from '../platform/crud/layout.ts'

/** Models and scoring items are written on pages of their own. */
export const examModelLayouts: Record<string, ScreenLayout> = {
  examModel: { first: ['modelName', 'modelStatus'], isReadOnly: true, emptyHint: '点“新增模型”建立第一个评价模型' },
  examModelScoring: { isReadOnly: true, emptyHint: '点“新增评分项”录入第一项' },
}
