package io.tidemark.driver.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** A test that holds a rule of the kit. Reports show the rule with its number. */
@Test
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Rule {
  /** The number and the rule, in one sentence. */
  String value();

  /** Names tests by their rules. */
  final class Names extends DisplayNameGenerator.Standard {
    @Override
    public String generateDisplayNameForMethod(
        List<Class<?>> enclosing, Class<?> testClass, Method method) {
      Rule rule = method.getAnnotation(Rule.class);
      return rule == null
          ? super.generateDisplayNameForMethod(enclosing, testClass, method)
          : rule.value();
    }
  }
}
