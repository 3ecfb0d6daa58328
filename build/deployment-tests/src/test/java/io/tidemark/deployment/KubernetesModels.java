package io.tidemark.deployment;

import static java.util.Map.entry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.util.Map;

/**
 * Kubernetes', the Prometheus operator's and Strimzi's types; a field that a type lacks is an
 * error.
 */
final class KubernetesModels {
  private static final Map<String, Class<? extends HasMetadata>> TYPES =
      Map.ofEntries(
          entry("v1/ConfigMap", ConfigMap.class),
          entry("v1/PersistentVolumeClaim", PersistentVolumeClaim.class),
          entry("v1/Service", Service.class),
          entry("v1/ServiceAccount", ServiceAccount.class),
          entry("apps/v1/StatefulSet", StatefulSet.class),
          entry("batch/v1/Job", Job.class),
          entry("batch/v1/CronJob", CronJob.class),
          entry("networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class),
          entry("policy/v1/PodDisruptionBudget", PodDisruptionBudget.class),
          entry("rbac.authorization.k8s.io/v1/Role", Role.class),
          entry("rbac.authorization.k8s.io/v1/RoleBinding", RoleBinding.class),
          entry("monitoring.coreos.com/v1/PodMonitor", PodMonitor.class),
          entry("monitoring.coreos.com/v1/PrometheusRule", PrometheusRule.class),
          entry("kafka.strimzi.io/v1/Kafka", Kafka.class),
          entry("kafka.strimzi.io/v1/KafkaNodePool", KafkaNodePool.class),
          entry("kafka.strimzi.io/v1/KafkaUser", KafkaUser.class));

  /** The models collect unknown fields; without that, Jackson refuses them. */
  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .setAnnotationIntrospector(
              new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                  return false;
                }
              });

  private KubernetesModels() {}

  static HasMetadata read(JsonNode resource) throws JsonProcessingException {
    String type =
        resource.required("apiVersion").asText() + "/" + resource.required("kind").asText();
    if (!TYPES.containsKey(type)) {
      throw new AssertionError("no model of " + type);
    }
    return STRICT.treeToValue(resource, TYPES.get(type));
  }
}
