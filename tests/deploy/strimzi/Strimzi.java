import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crdv2.generator.CRDGenerator;
import java.io.File;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Strimzi publishes the classes with which its operators read resources, but no package of its definitions.
 * `definitions FOLDER` derives the definitions from those classes. `read` reads the resources on stdin (a JSON array)
 * with the classes, and prints every field that the operators would not know, one a line.
 */
public class Strimzi {
  private static final String MODEL = "io.strimzi.api.kafka.model.";
  private static final Map<String, String> CLASSES = new LinkedHashMap<>(Map.of(
      "KafkaTopic", "topic.KafkaTopic",
      "KafkaUser", "user.KafkaUser",
      "Kafka", "kafka.Kafka",
      "KafkaNodePool", "nodepool.KafkaNodePool"));

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("definitions")) definitions(new File(arguments[1]));
    else read();
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void definitions(File folder) throws Exception {
    for (String name : CLASSES.values()) {
      new CRDGenerator().customResourceClasses((Class) Class.forName(MODEL + name)).inOutputDir(folder).detailedGenerate();
    }
  }

  private static void read() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    Set<String> found = new TreeSet<>();
    for (JsonNode resource : mapper.readTree(System.in)) {
      String kind = resource.get("kind").asText();
      Object model = mapper.treeToValue(resource, Class.forName(MODEL + CLASSES.get(kind)));
      unknown(model, kind + " " + resource.get("metadata").get("name").asText(), found);
    }
    found.forEach(System.out::println);
  }

  /** The model stores unknown fields in a separate map at each level. */
  private static void unknown(Object model, String path, Set<String> found) throws Exception {
    if (model == null) return;
    if (model instanceof List<?> list) {
      for (Object item : list) unknown(item, path + "[]", found);
      return;
    }
    if (!model.getClass().getName().startsWith(MODEL)) return;
    for (Method method : model.getClass().getMethods()) {
      if (method.getParameterCount() > 0 || !method.getName().startsWith("get")) continue;
      if (method.getName().equals("getAdditionalProperties")) {
        Map<?, ?> fields = (Map<?, ?>) method.invoke(model);
        if (fields != null) for (Object field : fields.keySet()) found.add(path + "." + field);
      } else {
        if (method.invoke(model) != null && isGone(method)) found.add(path + "." + method.getName() + ": not in v1");
        unknown(method.invoke(model), path + "." + method.getName().substring("get".length()), found);
      }
    }
  }

  /** The model still has fields that only exist in deprecated versions, each with its range, such as `v1alpha1-v1beta2`. */
  private static boolean isGone(Method getter) throws Exception {
    for (Annotation annotation : getter.getAnnotations()) {
      if (!annotation.annotationType().getSimpleName().equals("PresentInVersions")) continue;
      String versions = (String) annotation.annotationType().getMethod("value").invoke(annotation);
      return !versions.matches("(.*-)?v1|v1\\+|.*alpha.*\\+|.*beta.*\\+");
    }
    return false;
  }
}
