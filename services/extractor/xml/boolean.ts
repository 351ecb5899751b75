/** The value of an attribute of type `xsd:boolean` (XML Schema part 2, 3.2.2); a missing one is false. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';
