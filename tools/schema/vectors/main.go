// Command vectors writes random objects as JSON and as protocol buffers, by which the transcoder of the API server is
// tested, and reads what the transcoder wrote:
//
//	go run ./vectors -write ../../apiserver/src/test/resources/dev/dray/schema/vectors.txt.gz
//	go run ./vectors -check FILE
//
// Each line has apiVersion, kind, protocol buffers and JSON, the latter two in base64.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"strings"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	resourcev1 "k8s.io/api/resource/v1"
	resourcev1alpha3 "k8s.io/api/resource/v1alpha3"
	resourcev1beta1 "k8s.io/api/resource/v1beta1"
	resourcev1beta2 "k8s.io/api/resource/v1beta2"
	schedulingv1 "k8s.io/api/scheduling/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"sigs.k8s.io/randfill"
)

var objects = []runtime.Object{
	&corev1.Namespace{}, &corev1.Node{}, &corev1.Pod{}, &corev1.Binding{}, &corev1.Event{},
	&corev1.ConfigMap{}, &corev1.Secret{}, &corev1.ServiceAccount{}, &corev1.ResourceQuota{}, &corev1.LimitRange{},
	&corev1.Service{},
	&eventsv1.Event{}, &coordinationv1.Lease{}, &coordinationv1.LeaseList{},
	&rbacv1.Role{}, &rbacv1.ClusterRole{}, &rbacv1.RoleBinding{}, &rbacv1.ClusterRoleBinding{},
	&schedulingv1.PriorityClass{},
	&authorizationv1.SubjectAccessReview{}, &authorizationv1.SelfSubjectAccessReview{},
	&authorizationv1.LocalSubjectAccessReview{}, &authorizationv1.SelfSubjectRulesReview{},
	&authenticationv1.TokenReview{}, &authenticationv1.TokenRequest{}, &authenticationv1.SelfSubjectReview{},
	&policyv1.Eviction{}, &metav1.Status{}, &metav1.DeleteOptions{}, &metav1.APIResourceList{},
	&resourcev1.ResourceSlice{}, &resourcev1.ResourceSliceList{}, &resourcev1.ResourceClaim{},
	&resourcev1.ResourceClaimTemplate{}, &resourcev1.DeviceClass{}, &resourcev1.DeviceTaintRule{},
	&resourcev1beta2.ResourceSlice{}, &resourcev1beta2.ResourceClaim{}, &resourcev1beta2.DeviceTaintRule{},
	&resourcev1beta1.ResourceSlice{}, &resourcev1beta1.ResourceClaim{}, &resourcev1beta1.ResourceClaimTemplate{},
	&resourcev1beta1.DeviceClass{}, &resourcev1alpha3.DeviceTaintRule{}, &resourcev1alpha3.ResourcePoolStatusRequest{},
}

func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, eventsv1.AddToScheme, coordinationv1.AddToScheme, rbacv1.AddToScheme,
		schedulingv1.AddToScheme, authorizationv1.AddToScheme, authenticationv1.AddToScheme, policyv1.AddToScheme,
		resourcev1.AddToScheme, resourcev1beta2.AddToScheme, resourcev1beta1.AddToScheme,
		resourcev1alpha3.AddToScheme,
	} {
		utilruntime.Must(add(scheme))
	}
	scheme.AddUnversionedTypes(schema.GroupVersion{Version: "v1"}, &metav1.Status{}, &metav1.APIResourceList{})
	return scheme
}

func main() {
	write := flag.String("write", "", "file for random objects")
	check := flag.String("check", "", "file to check")
	flag.Parse()
	scheme := newScheme()
	if *write != "" {
		utilruntime.Must(writeVectors(*write, scheme))
	}
	if *check != "" {
		utilruntime.Must(checkVectors(*check, scheme))
	}
}

func writeVectors(path string, scheme *runtime.Scheme) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	zipped := gzip.NewWriter(file)
	defer zipped.Close()
	serializer := protobuf.NewSerializer(scheme, scheme)
	random := rand.New(rand.NewSource(20261115))
	for _, nilChance := range []float64{0, 0.5} {
		filler := randfill.New().RandSource(random).NilChance(nilChance).NumElements(1, 2).MaxDepth(30).Funcs(funcs(nilChance)...)
		for _, object := range objects {
			filler.Fill(object)
			kinds, _, err := scheme.ObjectKinds(object)
			if err != nil {
				return err
			}
			object.GetObjectKind().SetGroupVersionKind(kinds[0])
			var encoded bytes.Buffer
			if err := serializer.Encode(object, &encoded); err != nil {
				return err
			}
			text, err := json.Marshal(object)
			if err != nil {
				return err
			}
			apiVersion, kind := kinds[0].ToAPIVersionAndKind()
			fmt.Fprintln(zipped, apiVersion, kind, base64.StdEncoding.EncodeToString(encoded.Bytes()),
				base64.StdEncoding.EncodeToString(text))
		}
	}
	return nil
}

// funcs fill types of which not every value is valid. The objects without nil have no empty value either, so that every
// field is on the wire.
func funcs(nilChance float64) []any {
	return []any{
		func(*metav1.TypeMeta, randfill.Continue) {},
		func(b *bool, c randfill.Continue) { *b = nilChance == 0 || c.Bool() },
		func(s *string, c randfill.Continue) { *s = fmt.Sprintf("ß%x", c.Uint32()&0xff) },
		func(q *resource.Quantity, c randfill.Continue) {
			*q = *resource.NewMilliQuantity(c.Int63n(1<<40), resource.DecimalSI)
		},
		func(t *metav1.Time, c randfill.Continue) { *t = metav1.Unix(c.Int63n(1<<32), 0).Rfc3339Copy() },
		func(t *metav1.MicroTime, c randfill.Continue) {
			*t = metav1.NewMicroTime(time.Unix(c.Int63n(1<<32), c.Int63n(1000000)*1000))
		},
		func(r *runtime.RawExtension, c randfill.Continue) {
			*r = runtime.RawExtension{Raw: []byte(fmt.Sprintf(`{"a":{"b":[%d,null]}}`, c.Int31()))}
		},
		func(f *metav1.FieldsV1, c randfill.Continue) { *f = metav1.FieldsV1{Raw: []byte(`{"f:a":{".":{}}}`)} },
	}
}

func checkVectors(path string, scheme *runtime.Scheme) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	serializer := protobuf.NewSerializer(scheme, scheme)
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	checked := 0
	for lines.Scan() {
		parts := strings.Fields(lines.Text())
		encoded, err := base64.StdEncoding.DecodeString(parts[2])
		if err != nil {
			return err
		}
		text, err := base64.StdEncoding.DecodeString(parts[3])
		if err != nil {
			return err
		}
		decoded, kind, err := serializer.Decode(encoded, nil, nil)
		if err != nil {
			return fmt.Errorf("%s %s: %w", parts[0], parts[1], err)
		}
		expected := reflect.New(reflect.TypeOf(decoded).Elem()).Interface().(runtime.Object)
		if err := json.Unmarshal(text, expected); err != nil {
			return err
		}
		decoded.GetObjectKind().SetGroupVersionKind(*kind)
		if !equality.Semantic.DeepEqual(decoded, expected) {
			found, _ := json.Marshal(decoded)
			return fmt.Errorf("%s %s differs:\n%s\n%s", parts[0], parts[1], found, text)
		}
		checked++
	}
	fmt.Println(checked, "objects are the same")
	return lines.Err()
}
