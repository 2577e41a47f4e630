import { credentialsScreens } from './domains/credentials/menu.ts'
import { developMenu } from './domains/develop/menu.ts'
import { directoryMenu } from './domains/directory/menu.ts'
import { examMenu, examOfficeMenu, scoreMenu } from './domains/exam/menu.ts'
import { examModelMenu } from './domains/exam-model/menu.ts'
import { gatherMenu } from './domains/gather/menu.ts'
import { logScreens } from './domains/log/menu.ts'
import { mallMenu } from './domains/mall/menu.ts'
import { mpMenu } from './domains/mp/menu.ts'
import { noticesMenu } from './domains/notices/menu.ts'
import { opsScreens } from './domains/ops/menu.ts'
import { peopleScreens } from './domains/people/menu.ts'
import { portfolioMenu } from './domains/portfolio/menu.ts'
import { privacyMenu } from './domains/privacy/menu.ts'
import { reportMenu } from './domains/report/menu.ts'
import { resourceMenu } from './domains/resource/menu.ts'
import { authorityMenu, rightsScreens } from './domains/rights/menu.ts'
import { basicMenu, unitsMenu } from './domains/school/menu.ts'
import { sealMenu } from './domains/seal/menu.ts'
import { baseMenu, settingsScreens } from './domains/settings/menu.ts'
import { signInScreens } from './domains/sign-in/menu.ts'
import { tenancyScreens } from './domains/tenancy/menu.ts'
import { wecomMenu } from './domains/wecom/menu.ts'
import { flowMenu, workMenu } from './domains/workflow/menu.ts'
import type { AnyEntity, MenuNode } from './kit/domain.ts'

/** What administrators look after; the screens come from several domains. */
const systemMenu: MenuNode = {
  code: 'system',
  title: '系统管理',
  path: '/system',
  icon: 'SettingOutlined',
  children: [
    peopleScreens.user,
    peopleScreens.dept,
    peopleScreens.post,
    credentialsScreens.client,
    tenancyScreens.tenant,
    rightsScreens.menuPackage,
    rightsScreens.topmenu,
    rightsScreens.menu,
    settingsScreens.dict,
    settingsScreens.dictbiz,
    settingsScreens.dictHorizontal,
    settingsScreens.dictVertical,
    settingsScreens.param,
    settingsScreens.holiday,
    signInScreens.registration,
    signInScreens.socialProvider,
  ],
}

const logMenu: MenuNode = {
  code: 'log',
  title: '日志管理',
  path: '/monitor/log',
  children: [
    signInScreens.logLogin,
    logScreens.logUsual,
    logScreens.logApi,
    logScreens.logError,
    logScreens.logOperation,
    logScreens.childAccess,
  ],
}

/** Records of what happened, and the running of the product. */
const monitorMenu: MenuNode = {
  code: 'monitor',
  title: '系统监控',
  path: '/monitor',
  icon: 'MonitorOutlined',
  children: [logMenu, signInScreens.online, opsScreens.recycle, opsScreens.ops],
}

/** The menu of the product: every screen, in the order it is shown. Seeds of menu, buttons and rights come from it. */
export const menu: MenuNode[] = [
  examMenu,
  scoreMenu,
  reportMenu,
  examModelMenu,
  examOfficeMenu,
  basicMenu,
  unitsMenu,
  gatherMenu,
  portfolioMenu,
  sealMenu,
  mallMenu,
  mpMenu,
  wecomMenu,
  directoryMenu,
  noticesMenu,
  workMenu,
  flowMenu,
  resourceMenu,
  systemMenu,
  privacyMenu,
  developMenu,
  baseMenu,
  authorityMenu,
  monitorMenu,
]

/** Name of the entity that a screen shows: as declared, or the one of `known` after which its page is called. */
export function findMenuEntity(node: MenuNode, known: AnyEntity[]): string | undefined {
  return node.entity ?? known.find((one) => one.name === node.page?.split('/')[1])?.name
}
