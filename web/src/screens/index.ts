import type { ScreenLayout } from '../platform/crud/layout.ts'
import { credentialsLayouts } from './credentials.ts'
import { developLayouts } from './develop.ts'
import { examModelLayouts } from './exam-model.ts'
import { examLayouts } from './exam.ts'
import { gatherLayouts } from './gather.ts'
import { logLayouts } from './log.ts'
import { mallLayouts } from './mall.ts'
import { mpLayouts } from './mp.ts'
import { noticesLayouts } from './notices.ts'
import { peopleLayouts } from './people.ts'
import { portfolioLayouts } from './portfolio.ts'
import { privacyLayouts } from './privacy.ts'
import { reportLayouts } from './report.ts'
import { resourceLayouts } from './resource.ts'
import { rightsLayouts } from './rights.ts'
import { schoolLayouts } from './school.ts'
import { sealLayouts } from './seal.ts'
import { signInLayouts } from './sign-in.ts'
import { wecomLayouts } from './wecom.ts'
import { workflowLayouts } from './workflow.ts'

/** Layout of the derived screens where what follows from the declaration does not serve, by entity. */
export const SCREENS: Record<string, ScreenLayout> = {
  ...credentialsLayouts,
  ...developLayouts,
  ...examModelLayouts,
  ...examLayouts,
  ...gatherLayouts,
  ...logLayouts,
  ...mallLayouts,
  ...mpLayouts,
  ...noticesLayouts,
  ...peopleLayouts,
  ...portfolioLayouts,
  ...privacyLayouts,
  ...reportLayouts,
  ...resourceLayouts,
  ...rightsLayouts,
  ...schoolLayouts,
  ...sealLayouts,
  ...signInLayouts,
  ...wecomLayouts,
  ...workflowLayouts,
}
