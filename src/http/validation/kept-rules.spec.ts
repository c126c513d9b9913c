import { IsInt, IsString, MaxLength, getMetadataStorage, validateSync } from 'class-validator';
import './validate.js';

describe('the rules of a class', () => {
  class Base {
    @IsString()
    name = 'a';
  }

  class Body extends Base {
    @IsInt()
    count = 1;
  }

  const rulesOf = (type: typeof Base, groups?: string[]) =>
    getMetadataStorage().getTargetValidationMetadatas(type, '', false, false, groups);
  const namesOf = (type: typeof Base, groups?: string[]) => rulesOf(type, groups).map(({ name }) => name);

  it('are its own and those that it inherits, looked up once', () => {
    expect(namesOf(Body)).toEqual(['isInt', 'isString']);
    expect(rulesOf(Body)).toBe(rulesOf(Body));
    expect(namesOf(Base)).toEqual(['isString']);
  });

  it('are told apart by group', () => {
    class Grouped extends Base {
      @MaxLength(3, { groups: ['short'] })
      remark = 'long';
    }
    expect(namesOf(Grouped, ['short'])).toEqual(['maxLength']);
    expect(namesOf(Grouped)).toEqual(['maxLength', 'isString']);
  });

  it('include one that the base class gains later', () => {
    expect(validateSync(new Body())).toEqual([]);
    MaxLength(0)(Base.prototype, 'name');
    expect(validateSync(new Body()).map(({ constraints }) => Object.keys(constraints ?? {}))).toEqual([['maxLength']]);
  });
});
