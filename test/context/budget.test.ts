// What is measured narrows the estimate without ever making it reckless; what is left of a window is never negative.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { budgetFor, textLimits } from '../../src/context/budget/budget.ts';
import {
  type Calibration,
  calibrate,
  calibrateRefused,
  errorOf,
  factorOf,
  uncalibrated,
} from '../../src/context/budget/calibrate.ts';
import { PeacrabError } from '../../src/errors.ts';

const after = (ratios: readonly number[], from: Calibration = uncalibrated): Calibration =>
  ratios.reduce((state, ratio) => calibrate(state, 1000, 1000 * ratio), from);

describe('calibration', () => {
  test('before any sample the estimate stands as it is, and its error is unknown', () => {
    assert.equal(factorOf(uncalibrated), 1);
    assert.equal(errorOf(uncalibrated), null);
  });

  test('a tokenizer that makes more raises the factor with the first sample', () => {
    assert.ok(factorOf(after([1.4])) >= 1.4);
  });

  test('one that makes fewer lowers it only after several, and never below the floor', () => {
    assert.equal(factorOf(after([0.6])), 1);
    assert.equal(factorOf(after([0.6, 0.6])), 1);
    const many = after(Array.from({ length: 30 }, () => 0.6));
    assert.equal(factorOf(many), 0.78);
    assert.ok((errorOf(many) ?? 0) < 0.35);
  });

  test('the factor stays above every ratio it has seen when they scatter', () => {
    const ratios = Array.from({ length: 60 }, (_, index) => 0.9 + 0.1 * Math.sin(index));
    assert.ok(factorOf(after(ratios)) >= 1);
  });

  test('a tokenizer that changes is followed within a dozen samples', () => {
    const state = after(
      Array.from({ length: 12 }, () => 1.3),
      after(Array.from({ length: 50 }, () => 0.8)),
    );
    assert.ok(factorOf(state) >= 1.25, String(factorOf(state)));
  });

  test('a missing or absurd usage changes nothing', () => {
    const state = after([0.9, 0.9]);
    for (const actual of [null, 0, -5, Number.NaN, 900_000])
      assert.equal(calibrate(state, 1000, actual), state);
    assert.equal(calibrate(state, 0, 100), state);
  });

  test('a refused request raises the factor at once, again and again, within bounds', () => {
    let state = after(Array.from({ length: 10 }, () => 0.7));
    for (let refused = 0; refused < 20; refused += 1) {
      const before = factorOf(state);
      state = calibrateRefused(state);
      assert.ok(factorOf(state) > before || factorOf(state) === 4);
    }
  });

  test('its state is plain JSON', () => {
    const state = after([0.9, 1.1, 0.8]);
    assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
  });
});

describe('the budget', () => {
  test('everything has its place within the window, from 8,000 to 200,000 tokens', () => {
    for (const window of [8000, 16_000, 24_000, 32_000, 128_000, 200_000]) {
      const budget = budgetFor({ window, maxOutput: 1024, schemasAndSystem: 3000 });
      assert.ok(budget.request + 1024 <= window);
      assert.ok(budget.fixed < budget.start && budget.start < budget.request, 'a turn has room to go on');
      assert.ok(budget.afterCut <= budget.start / 2);
      assert.ok(budget.result < budget.message && budget.message < window / 2);
    }
  });

  test('limits of single texts do not depend on what was measured', () => {
    const { message, oldMessage, result, markers } = budgetFor({
      window: 24_000,
      maxOutput: 1024,
      schemasAndSystem: 9000,
    });
    assert.deepEqual(
      { message, oldMessage, result, markers },
      textLimits({ window: 24_000, maxOutput: 1024 }),
    );
  });

  test('a window that is too small is an error that says which setting to change', () => {
    assert.throws(
      () => budgetFor({ window: 4000, maxOutput: 1024, schemasAndSystem: 3000 }),
      (error) =>
        error instanceof PeacrabError &&
        error.code === 'MODEL_WINDOW' &&
        /CONTEXT_WINDOW/.test(error.message),
    );
  });
});
