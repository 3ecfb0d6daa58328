package io.tidemark.report.study;

import io.tidemark.model.result.Text;

/** Amounts with their currency. */
public final class Money {
  private Money() {}

  public static String text(double amount, String currency) {
    return Text.count(Math.round(amount)).length() > 3
        ? Text.count(Math.round(amount)) + " " + currency
        : Text.threeDigits(amount) + " " + currency;
  }
}
