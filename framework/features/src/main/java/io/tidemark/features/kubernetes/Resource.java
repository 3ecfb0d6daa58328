package io.tidemark.features.kubernetes;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The place of a resource in the API. */
public record Resource(Kind kind, String name) {

  /**
   * All resources of one kind in a namespace.
   *
   * @param group such as {@code apps}; empty for the core group
   * @param version such as {@code v1}
   * @param namespace empty for what belongs to the whole cluster
   * @param plural such as {@code pods}
   */
  public record Kind(String group, String version, String namespace, String plural) {
    String path() {
      String base = group.isEmpty() ? "/api/" : "/apis/" + group + "/";
      return base
          + version
          + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
          + "/"
          + plural;
    }

    /** Path of the resources that a label selector selects. */
    String path(String selector) {
      return path() + "?labelSelector=" + URLEncoder.encode(selector, StandardCharsets.UTF_8);
    }

    /** The argument of kubectl for this kind. */
    String argument() {
      return group.isEmpty() ? plural : plural + "." + version + "." + group;
    }

    @Override
    public String toString() {
      return plural + where();
    }

    private String where() {
      return namespace.isEmpty() ? "" : " in namespace " + namespace;
    }
  }

  public Resource(String group, String version, String namespace, String plural, String name) {
    this(new Kind(group, version, namespace, plural), name);
  }

  /** A resource of the core group, version 1. */
  public static Resource core(String namespace, String plural, String name) {
    return new Resource("", "v1", namespace, plural, name);
  }

  /** A resource of the core group that belongs to the whole cluster. */
  static Resource ofCluster(String plural, String name) {
    return core("", plural, name);
  }

  String path() {
    return kind.path() + "/" + name;
  }

  @Override
  public String toString() {
    return kind.plural() + "/" + name + kind.where();
  }
}
