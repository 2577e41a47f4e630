import type { ScreenLayout } from '../platform/crud/layout.ts'
import { examScreens } from './exam.ts'
import { mallScreens } from './mall.ts'
import { peopleScreens } from './people.ts'
import { portfolioScreens } from './portfolio.ts'

/** Layout of the derived screens where the defaults do not serve, by entity. */
export const SCREENS: Record<string, ScreenLayout> = {
  ...examScreens,
  ...mallScreens,
  ...peopleScreens,
  ...portfolioScreens,
}
