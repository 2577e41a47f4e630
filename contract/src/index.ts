import { desk } from './domains/desk/index.ts'
import { develop } from './domains/develop/index.ts'
import { exam } from './domains/exam/index.ts'
import { examModelDomain } from './domains/exam-model/index.ts'
import { log } from './domains/log/index.ts'
import { mall } from './domains/mall/index.ts'
import { mp } from './domains/mp/index.ts'
import { ops } from './domains/ops/index.ts'
import { platform } from './domains/platform/index.ts'
import { portfolio } from './domains/portfolio/index.ts'
import { report } from './domains/report/index.ts'
import { resource } from './domains/resource/index.ts'
import { school } from './domains/school/index.ts'
import { system } from './domains/system/index.ts'
import { workflow } from './domains/workflow/index.ts'
import { defineRegistry } from './kit/registry.ts'
import { menu } from './menu.ts'

/** The whole product as data. */
export const registry = defineRegistry(
  [
    system,
    school,
    exam,
    report,
    examModelDomain,
    platform,
    log,
    ops,
    resource,
    desk,
    workflow,
    portfolio,
    mall,
    mp,
    develop,
  ],
  menu,
)
