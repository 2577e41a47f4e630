// expect: eslint(no-console)
console.log('left over')
