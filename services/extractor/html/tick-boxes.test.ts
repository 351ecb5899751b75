import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from './outline.test-support.ts';

test('boxes of tasks and forms tell whether they are ticked', () => {
  const tasks =
    '<ul><li><input type=checkbox checked disabled> done<li><input type=checkbox disabled> open' +
    '<li><label><input type="checkbox" checked>labelled</label></ul>';
  const form =
    '<form><p><input type=checkbox checked> I am married<p><label>Sex: <input type=radio name=s value=f> female</label>' +
    '<label><input type=RADIO name=s value=m checked> male</label><p><input name=news type=checkbox value=yes id=n><label for=n>News</label></form>';
  assert.deepEqual(outline(tasks + form), [
    'list - ☒ done | - ☐ open | - ☒ labelled',
    'paragraph ☒ I am married',
    'paragraph Sex: ☐ female ☒ male',
    'paragraph ☐ News',
  ]);
});

test('boxes that only open menus and tabs, or that nobody sees, are not told', () => {
  assert.deepEqual(
    outline(
      '<input type=checkbox id=nav name=__nav checked><label for=nav>Menu</label>' +
        '<p><input type=radio checked id=tab1 name=tabs><label for=tab1>Shell</label></p>' +
        '<p><input type=checkbox role=button value=1>Tools</p><p><label><input type=checkbox class="theme-toggle"> Dark</label></p>' +
        '<p><label class=slider><input type=checkbox><span></span></label><b>after</b></p>' +
        '<p><input type=checkbox style="display:none" disabled>hidden</p>',
    ),
    [
      'paragraph Menu',
      'paragraph Shell',
      'paragraph Tools',
      'paragraph Dark',
      'paragraph after',
      'paragraph hidden',
    ],
  );
});

test('tasks whose boxes a style sheet draws tell whether they are done', () => {
  assert.deepEqual(outline('<ul class="inline-task-list"><li class="checked">done<li>open</ul>'), [
    'list - ☒ done | - ☐ open',
  ]);
});

test('tasks of editors that keep their state beside the text tell it once', () => {
  const tiptap = (state: string, text: string) =>
    `<li data-checked="${state}" data-type="taskItem"><label><input type=checkbox${state === 'true' ? ' checked' : ''}><span></span></label><div><p>${text}</p></div></li>`;
  const evernote =
    '<ul><li data-checked="true"><div>milk</div></li><li data-checked="false"><div>bread</div></li></ul>';
  const quill =
    '<ol><li data-list="checked"><span class=ql-ui></span>one<li data-list="unchecked">two</ol><ol><li data-list="bullet">three<li data-list="bullet">four</ol>';
  const oldQuill = '<ul data-checked="true"><li>five</ul>';
  assert.deepEqual(
    [`<ul>${tiptap('true', 'done')}${tiptap('false', 'open')}</ul>`, evernote, quill, oldQuill].map(outline),
    [
      ['list - ☒ done | - ☐ open'],
      ['list - ☒ milk | - ☐ bread'],
      ['list - ☒ one | - ☐ two', 'list - three | - four'],
      ['list - ☒ five'],
    ],
  );
});

test('a drawn box stands apart from its task', () => {
  assert.deepEqual(outline('<ul><li><span>☑</span><span>milk</span><li><b>☐</b> bread</ul>'), [
    'list - ☑ milk | - ☐ bread',
  ]);
});

test('tasks of Asciidoctor whose boxes are icons tell whether they are done', () => {
  assert.deepEqual(
    outline(
      '<ul class="checklist"><li><p><i class="fa fa-check-square-o"></i> done</p></li><li><p><i class="fa fa-square-o"></i> open</p></li><li><p>no task <i class="fa fa-square-o"></i></p></li></ul>',
    ),
    ['list - ☒ done | - ☐ open | - no task'],
  );
});

test('a box stands at the words of its label, be these blocks of their own', () => {
  const box = '<input type=checkbox>';
  const labels = [
    `<label>${box}<div>I agree</div></label><div>Next</div>`,
    `<style>.b, .t { display: flex }</style><label><span class=b>${box}</span><span class=t>I agree</span></label><p>Next</p>`,
  ];
  for (const label of labels) assert.deepEqual(outline(label), ['paragraph ☐ I agree', 'paragraph Next']);
  assert.deepEqual(outline(`<label>${box} I agree</label><p>Next</p>`), [
    'paragraph ☐ I agree',
    'paragraph Next',
  ]);
  assert.deepEqual(outline(`<label>I agree<p>${box}</p></label><p>Next</p>`), [
    'paragraph I agree',
    'paragraph ☐',
    'paragraph Next',
  ]);
});
