import { expect, test } from 'vitest'
import { filesBelow, readText, sourcesBelow } from '../source.mjs'
import { classesWithoutStyle } from './styles.mjs'

const BUTTON = 'import \'./grey.css\'\nexport const Grey = () => <b className="grey is-off" />'
const STYLES: [string, string][] = [
  ['web/src/grey.css', "@import './off.css';"],
  ['web/src/off.css', '.grey.is-off { color: grey }'],
]

test.each([
  ['reached through an import of its own', BUTTON, []],
  ['no file of the page describes', BUTTON.replace("import './grey.css'", ''), ['grey', 'is-off']],
  ['nobody describes', BUTTON.replace('grey is-off', 'unknown'), []],
])('a class that is %s is told or not', (_what, part, names) => {
  const page: [string, string] = ['web/src/a.page.tsx', "import { Grey } from './Grey.tsx'"]
  const texts = new Map([...STYLES, page, ['web/src/Grey.tsx', part] as [string, string]])
  expect(classesWithoutStyle(texts)).toEqual(names.map((name) => `web/src/a.page.tsx: .${name} of web/src/Grey.tsx`))
})

test('every page loads the styles of the classes it wears', () => {
  const paths = [...sourcesBelow('web/src'), ...filesBelow('web/src', /\.css$/)]
  expect(classesWithoutStyle(new Map(paths.map((path) => [path, readText(path)])))).toEqual([])
})
