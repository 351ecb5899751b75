/** pdf.js bounds neither the operators of a page nor how often forms draw each other: both are counted here. */
import type { Amendment } from './amendment.ts';
import { FORM_OPERATORS } from './operator-budget.ts';

export const BUDGET_AMENDMENTS: readonly Amendment[] = [
  {
    reason: 'each operator is counted',
    passage: `      let stop, cs, name, isValidName;
      while (!(stop = timeSlotManager.check())) {`,
    replacement: `      let stop, cs, name, isValidName;
      while (!(stop = timeSlotManager.check())) {
        self.options.operatorBudget.spend(1);`,
  },
  {
    reason: 'and each form that is drawn',
    passage: `  async buildFormXObject(resources, xobj, smask, operatorList, task, initialState, localColorSpaceCache, seenRefs) {`,
    replacement: `  async buildFormXObject(resources, xobj, smask, operatorList, task, initialState, localColorSpaceCache, seenRefs) {
    this.options.operatorBudget.spend(${FORM_OPERATORS});`,
  },
  {
    reason:
      'a map of codes has at most as many as any font has letters, four times over: sixteen million took 5 s, in 200 bytes',
    passage: `const MAX_MAP_RANGE = 2 ** 24 - 1;`,
    replacement: `const MAX_MAP_RANGE = 2 ** 18 - 1;`,
  },
];

export const BUDGET_API_AMENDMENTS: readonly Amendment[] = [
  {
    reason: 'against a budget that is handed over with the options; messages go by reference',
    passage: `      standardFontDataUrl,
      wasmUrl
    }
  };`,
    replacement: `      standardFontDataUrl,
      wasmUrl,
      operatorBudget: src.operatorBudget
    }
  };`,
  },
];
