import { CUSTOM_MODEL, LEVEL_MODELS } from '@xueheng/contract/domains/exam/level/level-models.ts'
import type { LevelParam } from '@xueheng/contract/domains/exam/level/level-param.ts'
import type { Assigned } from '@xueheng/contract/domains/exam/level/level-score.ts'
import { Button, Select } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'

interface LevelCoursesProps {
  courseNames: string[]
  params: LevelParam[]
  /** By course; nothing where the marks may not be seen. */
  assigned: Map<string, Assigned>
  shown: string | undefined
  isLocked: boolean
  onShow: (courseName: string) => void
  onModel: (courseName: string, model: string | null) => void
}

const NONE = 'none'

/** The models a course may follow, as choices. */
export function useModelOptions() {
  const t = useT()
  const models = Object.entries(LEVEL_MODELS).map(([value, { title }]) => ({ value, label: t(title) }))
  return [...models, { value: CUSTOM_MODEL, label: t('自定义') }]
}

/** Every course with its model, and how many came into which grade. */
export function LevelCourses({ courseNames, params, assigned, shown, isLocked, onShow, onModel }: LevelCoursesProps) {
  const t = useT()
  const models = useModelOptions()
  return (
    <table className="exam-grid level-grid level-courses" aria-label={t('各科的赋分模型')}>
      <thead>
        <tr>
          {['科目', '赋分模型', '有效人数', '各等级人数'].map((head) => (
            <th key={head}>{t(head)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {courseNames.map((name) => {
          const own = params.find(({ courseName }) => courseName === name)
          return (
            <tr key={name} className={name === shown ? 'is-shown' : undefined}>
              <th scope="row" data-label={t('科目')}>
                {own ? (
                  <Button type="link" aria-current={name === shown} onClick={() => onShow(name)}>
                    {t(name)}
                  </Button>
                ) : (
                  t(name)
                )}
              </th>
              <td data-label={t('赋分模型')}>
                <Select
                  size="small"
                  aria-label={t('{course}的赋分模型', { course: name })}
                  value={own?.model ?? NONE}
                  disabled={isLocked}
                  options={[{ value: NONE, label: t('不赋分') }, ...models]}
                  onChange={(model: string) => onModel(name, model === NONE ? null : model)}
                />
              </td>
              <td data-label={t('有效人数')} className="is-figure">
                {(own && assigned.get(name)?.base) ?? '—'}
              </td>
              <td data-label={t('各等级人数')} className="is-figure">
                {(own && countsOf(assigned.get(name))) ?? '—'}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function countsOf(assigned: Assigned | undefined): string | undefined {
  return assigned?.intervals.map(({ name, num }) => `${name} ${num}`).join('，')
}
