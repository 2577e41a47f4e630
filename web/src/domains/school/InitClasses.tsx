import { initClasses, schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { currentStudyYear } from '@xueheng/contract/domains/school/study-year.ts'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, InputNumber, Select, TreeSelect } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { useDictOptions } from '../../platform/crud/lookups.ts'
import { FormModal } from '../../platform/form/FormModal.tsx'
import { wallTime } from '../../platform/i18n/clock.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { useSchoolTree } from './SchoolTree.tsx'
import './school-classes.css'

interface Line {
  gradeCode?: string
  classNum?: number
  startNo?: number
}

interface Plan {
  schoolCode?: string
  studyYear: number
  lines: Line[]
}

interface InitClassesProps {
  schoolCode: string | undefined
  onClose: () => void
}

const FIRST_LINE: Line = { startNo: 1 }

/** 初始化班级: a whole school year of classes at once; those that exist keep their names. */
export function InitClasses({ schoolCode, onClose }: InitClassesProps) {
  const t = useT()
  const [form] = Form.useForm<Plan>()
  const [studyYear] = useState(() => currentStudyYear(wallTime()))
  const making = useAction(makeClasses, {
    form,
    changes: [schoolClasses],
    done: (counts) => t('新建 {created} 个班级，已有 {existing} 个', { ...counts }),
    onDone: onClose,
  })
  return (
    <FormModal
      title={t('初始化班级')}
      width={620}
      form={form}
      initial={{ schoolCode, studyYear, lines: [FIRST_LINE] }}
      above={<RefusalNote text={making.refusal} />}
      okText={t('生成班级')}
      isBusy={making.isBusy}
      onSubmit={(plan) => void making.run(plan)}
      onClose={onClose}
    >
      <SchoolAndYear />
      <Form.List name="lines">
        {(fields, { add, remove }) => (
          <div className="classes-lines">
            {fields.map(({ key, name }) => (
              <GradeLine key={key} at={name} onRemove={fields.length > 1 ? () => remove(name) : undefined} />
            ))}
            <Button type="dashed" block icon={<PlusOutlined />} onClick={() => add(FIRST_LINE)}>
              {t('增加年级')}
            </Button>
          </div>
        )}
      </Form.List>
    </FormModal>
  )
}

async function makeClasses({ lines, ...unit }: Plan): Promise<{ created: number; existing: number }> {
  const items = lines.map((line) => ({ ...line, gradeCode: Number(line.gradeCode) }))
  return (await callApi(initClasses, { ...unit, items })) as { created: number; existing: number }
}

function SchoolAndYear() {
  const t = useT()
  const { tree } = useSchoolTree()
  const areas = (tree.data ?? []).map((area) => ({ ...area, selectable: false }))
  return (
    <div className="classes-unit">
      <Form.Item name="schoolCode" label={t('学校')} rules={[{ required: true, message: t('请选择学校') }]}>
        <TreeSelect
          treeData={areas}
          fieldNames={{ label: 'title', value: 'value', children: 'children' }}
          showSearch={{ treeNodeFilterProp: 'title' }}
          placeholder={t('请选择学校')}
        />
      </Form.Item>
      <Form.Item name="studyYear" label={t('学年')} rules={[{ required: true, message: t('请输入学年') }]}>
        <InputNumber<number> min={1900} max={2999} precision={0} />
      </Form.Item>
    </div>
  )
}

function GradeLine({ at, onRemove }: { at: number; onRemove: (() => void) | undefined }) {
  const t = useT()
  const { options } = useDictOptions('exam_grade')
  const number = (name: 'classNum' | 'startNo', label: string) => (
    <Form.Item name={[at, name]} label={t(label)} rules={[{ required: true, message: t(`请输入${label}`) }]}>
      <InputNumber<number> min={1} max={99} precision={0} />
    </Form.Item>
  )
  return (
    <div className="classes-line">
      <Form.Item name={[at, 'gradeCode']} label={t('年级')} rules={[{ required: true, message: t('请选择年级') }]}>
        <Select options={options} placeholder={t('请选择年级')} />
      </Form.Item>
      {number('classNum', '班级数')}
      {number('startNo', '起始班号')}
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('删除第{n}行', { n: at + 1 })}
        disabled={!onRemove}
        onClick={onRemove}
      />
    </div>
  )
}
