package io.tidemark.driver.rabbitmq;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * For test classes of the older version of RabbitMQ: what they inherit proves the same as on the
 * current one and runs with {@code -Drabbitmq.version=3.10} only, except tests with {@link
 * EachVersion}. A class without a test that runs starts no brokers.
 */
public final class OlderVersion implements ExecutionCondition {
  private static final ConditionEvaluationResult RUNS = ConditionEvaluationResult.enabled("");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Class<?> type = context.getRequiredTestClass();
    boolean runs =
        TestCluster.testsTheOlderVersion()
            || context
                .getTestMethod()
                .map(method -> isOfThisVersion(type, method))
                .orElseGet(() -> hasTests(type));
    return runs
        ? RUNS
        : ConditionEvaluationResult.disabled(
            "as on the current version; runs with -Drabbitmq.version=3.10");
  }

  private static boolean isOfThisVersion(Class<?> type, Method method) {
    return method.getDeclaringClass() == type || method.isAnnotationPresent(EachVersion.class);
  }

  private static boolean hasTests(Class<?> type) {
    return !ReflectionSupport.findMethods(
            type,
            method ->
                AnnotationSupport.isAnnotated(method, Testable.class)
                    && isOfThisVersion(type, method),
            HierarchyTraversalMode.TOP_DOWN)
        .isEmpty();
  }
}
