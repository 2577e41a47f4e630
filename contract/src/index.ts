import { credentials } from './domains/credentials/index.ts'
import { develop } from './domains/develop/index.ts'
import { directory } from './domains/directory/index.ts'
import { exam } from './domains/exam/index.ts'
import { examModelDomain } from './domains/exam-model/index.ts'
import { gather } from './domains/gather/index.ts'
import { log } from './domains/log/index.ts'
import { mall } from './domains/mall/index.ts'
import { mp } from './domains/mp/index.ts'
import { notices } from './domains/notices/index.ts'
import { ops } from './domains/ops/index.ts'
import { people } from './domains/people/index.ts'
import { portfolio } from './domains/portfolio/index.ts'
import { privacy } from './domains/privacy/index.ts'
import { report } from './domains/report/index.ts'
import { resource } from './domains/resource/index.ts'
import { rights } from './domains/rights/index.ts'
import { school } from './domains/school/index.ts'
import { seal } from './domains/seal/index.ts'
import { settings } from './domains/settings/index.ts'
import { signIn } from './domains/sign-in/index.ts'
import { tenancy } from './domains/tenancy/index.ts'
import { wecom } from './domains/wecom/index.ts'
import { workflow } from './domains/workflow/index.ts'
import { defineRegistry } from './derive/registry.ts'
import { menu } from './menu.ts'
import { platform } from './platform/index.ts'
import { allImportCalls } from './platform/table-import.ts'

/** Lower tiers first. */
const domains = [
  tenancy,
  settings,
  log,
  resource,
  credentials,
  rights,
  people,
  directory,
  notices,
  develop,
  signIn,
  school,
  workflow,
  mp,
  wecom,
  gather,
  portfolio,
  seal,
  privacy,
  mall,
  exam,
  report,
  examModelDomain,
  ops,
]

/** The whole product as data. */
export const registry = defineRegistry(
  [{ ...platform, calls: [...platform.calls, ...allImportCalls(domains)] }, ...domains],
  menu,
)
