package io.tidemark.cli.kubernetes;

/**
 * The place of a resource in the API.
 *
 * @param group such as {@code apps}; empty for the core group
 * @param version such as {@code v1}
 * @param plural such as {@code pods}
 */
public record Resource(String group, String version, String namespace, String plural, String name) {

  /** Of the core group, version 1. */
  public static Resource core(String namespace, String plural, String name) {
    return new Resource("", "v1", namespace, plural, name);
  }

  String path() {
    String base = group.isEmpty() ? "/api/" : "/apis/" + group + "/";
    return base + version + "/namespaces/" + namespace + "/" + plural + "/" + name;
  }

  @Override
  public String toString() {
    return plural + "/" + name + " in namespace " + namespace;
  }
}
