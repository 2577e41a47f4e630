import type { ScreenLayout } from '../platform/crud/layout.ts'

export const examScreens: Record<string, ScreenLayout> = {
  /** Name and state come first: they are what an exam is looked for by. */
  examInfo: { first: ['examName', 'examStatus'] },
  examModel: { first: ['modelName', 'modelStatus'] },
}
