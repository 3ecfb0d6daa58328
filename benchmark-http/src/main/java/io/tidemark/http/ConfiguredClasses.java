package io.tidemark.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds settings that make a driver load classes. */
final class ConfiguredClasses {
  /** Ends of keys under which the known clients expect class names, in lower case. */
  private static final List<String> CLASS_KEYS =
      List.of(
          "interceptor.classes",
          "serializer",
          "deserializer",
          "partitioner.class",
          "partition.assignment.strategy",
          "metric.reporters",
          "config.providers",
          "security.providers",
          "callback.handler.class",
          "login.class",
          "engine.factory.class",
          "credentialsprovider",
          "java.naming.factory.initial",
          "java.naming.factory.object",
          "java.naming.provider.url",
          "connectionfactoryclassname",
          "delegateforadminoperationsclassname",
          ".class",
          ".classes",
          "classname");

  private static final Set<String> KNOWN_PREFIXES =
      Set.of(
          "org.apache.kafka.clients.",
          "org.apache.kafka.common.serialization.",
          "org.apache.activemq.artemis.jms.client.",
          "org.apache.qpid.jms.",
          "com.ibm.mq.jms.",
          "com.ibm.mq.jakarta.jms.",
          "com.ibm.msg.client.");

  private static final Set<String> LOGIN_MODULES =
      Set.of(
          "org.apache.kafka.common.security.scram.ScramLoginModule",
          "org.apache.kafka.common.security.plain.PlainLoginModule");

  // A JAAS line is: module flag option=value ... ; and again.
  private static final Pattern LOGIN_MODULE =
      Pattern.compile("(?:^|;)\\s*([\\w.$]+)\\s+(?:required|requisite|sufficient|optional)\\b");
  private static final Pattern REMOTE_LOOKUP =
      Pattern.compile("(?i)\\b(ldap|ldaps|rmi|iiop|corbaname|jndi):");

  private final Set<String> allowed;

  ConfiguredClasses(Set<String> allowed) {
    this.allowed = allowed;
  }

  Optional<String> problem(ConfiguredValue value) {
    String key = value.key().toLowerCase(Locale.ROOT);
    if (key.endsWith("jaas.config")) {
      return jaas(value);
    }
    if (REMOTE_LOOKUP.matcher(value.text()).find()) {
      return Optional.of(value.path() + " looks classes up elsewhere");
    }
    // The driver's own class is found among the installed drivers, nowhere else.
    if (value.path().equals("driverClass") || CLASS_KEYS.stream().noneMatch(key::endsWith)) {
      return Optional.empty();
    }
    for (String name : value.text().split("[,\\s]+", -1)) {
      if (!name.isEmpty() && !isAllowed(name)) {
        return Optional.of(
            value.path()
                + " loads a class; start the worker with --allow-driver-class to allow it");
      }
    }
    return Optional.empty();
  }

  private boolean isAllowed(String className) {
    return allowed.contains(className) || KNOWN_PREFIXES.stream().anyMatch(className::startsWith);
  }

  private Optional<String> jaas(ConfiguredValue value) {
    Matcher matcher = LOGIN_MODULE.matcher(value.text());
    boolean found = false;
    while (matcher.find()) {
      found = true;
      String module = matcher.group(1);
      if (!LOGIN_MODULES.contains(module) && !allowed.contains(module)) {
        return Optional.of(value.path() + " names a login module other than SCRAM's and PLAIN's");
      }
    }
    return found || value.text().isBlank()
        ? Optional.empty()
        : Optional.of(value.path() + " is no login module that a worker knows");
  }
}
