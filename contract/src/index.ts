import { exam } from './domains/exam/index.ts'
import { report } from './domains/report/index.ts'
import { school } from './domains/school/index.ts'
import { system } from './domains/system/index.ts'
import { defineRegistry } from './kit/registry.ts'
import { menu } from './menu.ts'

/** The whole product as data. */
export const registry = defineRegistry([system, school, exam, report], menu)
